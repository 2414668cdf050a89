/* What differs between systems. */

#[cfg(unix)]
mod sys {
    //! Unix.
    use std::os::unix::io::RawFd;

    pub type Handle = RawFd;

    pub fn lock(handle: Handle) -> std::io::Result<()> {
        match unsafe { libc::flock(handle, libc::LOCK_EX) } { 0 => Ok(()), _ => Err(last()) }
    }
}

#[cfg(windows)]
#[path = "windows.rs"]
mod sys;

#[cfg(feature = "json")]
pub use serde_json as json;
pub use self::sys::{lock, Handle};

#[cfg(debug_assertions)]
pub const LEVEL: u8 = 1;
#[cfg(not(debug_assertions))]
pub const LEVEL: u8 = 0;

extern "C" {
    fn shop_init(flags: c_int) -> c_int;
    static shop_version: *const c_char;
}

#[no_mangle]
pub extern "C" fn shop_free(cart: *mut Cart) { drop(unsafe { Box::from_raw(cart) }) }

/// Makes a map.
#[macro_export]
macro_rules! map {
    ($($key:expr => $value:expr),* $(,)?) => {{
        let mut map = HashMap::new();
        $(map.insert($key, $value);)*
        map
    }};
}

thread_local! {
    static DEPTH: Cell<u32> = Cell::new(0);
}

pub(crate) mod limits {
    pub const MAX: usize = 10;
    mod inner { pub(in crate::limits) fn deep() {} }
}

fn main() {
    let m = map! { "a" => 1 };
    println!("{}", m.len());
    std::process::exit(run(|x| x + 1));
}
