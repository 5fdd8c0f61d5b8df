// Time limits of connections, so that nobody holds one without using it.

export const CONNECTION_LIMITS = {
  // A whole request: a 5 MB picture at 0.5 Mbit/s takes 80 seconds.
  requestTimeout: 120_000,
  // Nothing sent and nothing read: a client that has stopped reading, or vanished.
  connectionTimeout: 30_000,
  // Longer than nginx keeps its side open, so that we never close a connection under a request.
  keepAliveTimeout: 20_000,
  http: {
    // A slow-loris sends its headers for ever.
    headersTimeout: 10_000,
    connectionsCheckingInterval: 2_000,
  },
}

// Beyond this, connections are refused rather than letting memory run out.
export const MAX_CONNECTIONS = 12_000
