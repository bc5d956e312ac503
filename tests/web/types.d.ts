// SPDX-License-Identifier: GPL-2.0-or-later OR MIT
// What types.spec.mjs tells TypeScript about the page beyond what it can see:
// events have details, elements are of the kinds that the page made, and
// properties of styles may be numbers.

interface Event {
	detail: any;
}

interface EventTarget {
	closest(selector: string): any;
	value: any;
	checked: any;
}

interface Element {
	focus(): void;
	click(): void;
	dataset: DOMStringMap;
	value: any;
	checked: any;
	disabled: any;
	hidden: any;
	style: CSSStyleDeclaration;
	tabIndex: number;
	close(): void;
	open: any;
	[name: `on${string}`]: any;
}

interface ParentNode {
	querySelector(selector: string): any;
}

interface CSSStyleDeclaration {
	setProperty(name: string, value: number): void;
}

interface Navigator {
	standalone?: boolean;
}
