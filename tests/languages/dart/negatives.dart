/* class Nope {} */
const text = 'void no() {}'; // class Neither {}
var raw = r'''
class InAString { void m() {} }
''';
final url = "https://x.test/*";
void after() { final local = 1; var other = "${text.length} ${call(local)}"; }
