const text = "function no() {}"; // class Nope {}
const pattern = /function bad() \{/;
const tpl = `class ${name} { method() {} }`;
call(function () { return 1; });
list.map((x) => x + 1);
if (window.x) { y = 2; }
const { a, b } = props;
