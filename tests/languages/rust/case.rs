struct Stack<T>(T);
impl<T: Clone> Stack<T> { fn push(&mut self){} }
impl std::fmt::Display for Money { fn fmt(&self){} }
#[cfg(unix)] fn os(){}
#[cfg(windows)] fn os(){}
macro_rules! mk { () => {} }
trait Shape { fn area(&self)->f64 { 0.0 } }

impl<'a> Iterator for &'a mut [Token<'a>] {
    type Item = u8;
}
impl Trait for (A, B) { fn both(&self) {} }
impl dyn Shape + Send { fn boxed(&self) {} }
impl<F> Call for F where F: for<'b> Fn(&'b str) { fn call(&self) {} }
unsafe impl Send for Stack<u8> {}

/** Block
 * doc. */
pub struct Deep {
    /// Inner
    pub map: std::collections::HashMap<String, Vec<Token>>,
}

fn outer() {
    struct Local { a: u8 }
    impl Local { fn go(&self) {} }
    const INSIDE: u8 = 1;
    let text = r#"fn not_a_function() {}"#;
    let closure = |x| x + 1;
    match closure { Some(Kind::Named { id }) => {} _ => Deep::default() }
}

rgtest!(finds_it, |dir: Dir, mut cmd: Cmd| {
    eqnice!("a", cmd.stdout());
});
lazy_static! {
    static ref PATTERN: Regex = Regex::new("x");
    pub static ref OTHER: u8 = 1;
}
thread_local! { static CELL: u8 = 1; }
