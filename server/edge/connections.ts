// How long a connection may take for what, so that nobody holds one for nothing.

export const CONNECTION_LIMITS = {
  // A whole request: a 5 MB picture at 0.5 Mbit/s takes 80 seconds.
  requestTimeout: 120_000,
  // Nothing sent and nothing taken: a client that has stopped reading, or is gone without a word.
  connectionTimeout: 30_000,
  // Longer than nginx keeps its side, so that it is never we who close under a request.
  keepAliveTimeout: 20_000,
  http: {
    // A slow-loris sends its headers for ever.
    headersTimeout: 10_000,
    connectionsCheckingInterval: 2_000,
  },
}

// Beyond this a connection is refused rather than everybody's memory used up.
export const MAX_CONNECTIONS = 12_000
