# Varnish 7 in front of Hooley with EDGE_CACHE=on. `npm run trust -- edge-cache` uses this very file and fills in only ${…}.
#
#   browsers -> nginx (TLS) -> Varnish -> Hooley (TRUST_PROXY=1)
#
# Kept are pages that say s-maxage, and files named by their content; nothing that a cookie or a token came with. A page lives
# for a second, and for one more while a newer one is fetched.
vcl 4.1;

backend hooley {
  .host = "${HOOLEY_HOST}";
  .port = "${HOOLEY_PORT}";
  .connect_timeout = 2s;
  .first_byte_timeout = 35s;
  .between_bytes_timeout = 35s;
}

# The TLS proxy in front, whose X-Forwarded-For is believed.
acl proxies {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  # Varnish has appended its own client. Of a proxy of ours the entry before that one is the visitor; anybody else
  # may claim what they like.
  if (client.ip ~ proxies) {
    set req.http.X-Forwarded-For = regsub(req.http.X-Forwarded-For, ",[^,]*$", "");
  } else {
    set req.http.X-Forwarded-For = client.ip;
  }

  # For those who run it, not for everybody.
  if (req.url ~ "^/(metrics|outbox|api/ready|api/ready/write)(\?|$)") {
    return (synth(404, "Not Found"));
  }

  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  if (req.http.Authorization || req.http.Cookie || req.url ~ "^/api/") {
    return (pass);
  }
  # What other sites hang onto an address makes no other page of it.
  if (req.url ~ "[?&](fbclid|gclid|utm_[a-z]+)=") {
    set req.url = regsuball(req.url, "([?&])(fbclid|gclid|utm_[a-z]+)=[^&]*", "\1");
    set req.url = regsuball(regsuball(req.url, "[?&]+$", ""), "([?&])&+", "\1");
  }
  return (hash);
}

sub vcl_backend_response {
  # Never serve stale content when the backend fails: it may have been withdrawn.
  set beresp.keep = 0s;
  if (bereq.uncacheable) {
    return (deliver);
  }
  if (beresp.http.Set-Cookie || beresp.http.Cache-Control ~ "(private|no-store)") {
    call keep_out;
  }
  if (beresp.http.Cache-Control ~ "s-maxage=") {
    # How long is what Cache-Control says: Varnish reads s-maxage and stale-while-revalidate by itself.
    return (deliver);
  }
  if (bereq.url ~ "^/assets/" && beresp.http.Cache-Control ~ "immutable" && beresp.status == 200) {
    set beresp.ttl = 1d;
    set beresp.grace = 0s;
    return (deliver);
  }
  call keep_out;
}

# Not kept; that this address is of that kind is remembered for a second, so that visitors do not queue for it.
sub keep_out {
  set beresp.uncacheable = true;
  set beresp.ttl = 1s;
  set beresp.grace = 0s;
  return (deliver);
}

sub vcl_deliver {
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
  # Lifetimes are between Hooley and Varnish. Browsers ask every time, and learn by the ETag that nothing changed.
  if (resp.http.Cache-Control ~ "s-maxage=") {
    unset resp.http.Age;
    set resp.http.Cache-Control = "public, no-cache";
  }
  unset resp.http.Via;
  unset resp.http.X-Varnish;
}
