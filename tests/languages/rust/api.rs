// Copyright 2024 The Shop Authors. MIT licensed.
//! HTTP handlers of the shop.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    routing::{get, post},
    Json, Router,
};
use serde::{Deserialize, Serialize};

use crate::store::{self, Store};
use super::errors::*;

pub const PAGE_SIZE: usize = 50;
static NEXT: AtomicU64 = AtomicU64::new(1);
type Result<T, E = ApiError> = std::result::Result<T, E>;

/// What a cart looks like outside.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CartBody {
    #[serde(default)]
    pub id: u64,
    pub(crate) lines: Vec<Line>,
}

#[derive(thiserror::Error, Debug)]
pub enum ApiError {
    /// Nothing there.
    #[error("no cart {0}")]
    Missing(u64),
    #[error(transparent)]
    Store(#[from] store::Error),
    Full { limit: usize },
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = match &self {
            ApiError::Missing(_) => StatusCode::NOT_FOUND,
            Self::Full { limit } if *limit > 0 => StatusCode::CONFLICT,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, self.to_string()).into_response()
    }
}

pub fn router<S>(store: Arc<S>) -> Router
where
    S: Store + Send + 'static,
{
    Router::new()
        .route("/carts/:id", get(show::<S>))
        .with_state(store)
}

/// Shows one cart.
#[tracing::instrument(skip(store))]
async fn show<S: Store>(State(store): State<Arc<S>>, Path(id): Path<u64>) -> Result<Json<CartBody>> {
    let cart = store.find(id).await?.ok_or(ApiError::Missing(id))?;
    let lines = cart.lines.iter().map(|l| Line::from(l)).collect::<Vec<_>>();
    Ok(Json(CartBody { id, lines }))
}
