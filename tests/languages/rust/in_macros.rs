//! Items that stand in macros.

use pin_project_lite::pin_project;

pin_project! {
    /// Tries again.
    #[derive(Clone, Debug)]
    pub struct Retry<P, S> {
        policy: P,
        #[pin]
        service: S,
    }
}

impl<P, S> Retry<P, S> {
    pub fn get(&self) -> &S {
        &self.service
    }

    cfg_net! {
        /// Only with the network.
        pub fn connect(&mut self) -> bool {
            self.service.open()
        }
    }
}

cfg_rt! {
    mod pool;
    pub use pool::Pool;

    // two of them
    pub async fn spawn<F>(future: F)
    where
        F: Future,
    {
        pool::run(future)
    }

    cfg_time! {
        pub(crate) const LIMIT: u64 = 3;

        pin_project! {
            #[project = StateProj]
            enum State<F> {
                Idle,
                Running { #[pin] future: F },
            }
        }
    }
}

tokio::task_local! {
    static KEPT: u32;
}

bitflags! {
    struct Flags: u8 {
        const A = 1;
    }
}

quickcheck!{
    fn turns_round(xs: Vec<u8>) -> bool {
        twice(&xs) == xs
    }
}

proptest! {
    fn stays(n in 0..10) {
        keep(n);
    }
}

fn expand() -> TokenStream {
    let made = quote! {
        pub fn not_here() {}
    };
    quote! {
        pub fn nor_here() {}
    }
}
