/** Computes a value once per object and caches it for the object's lifetime. */
export function onceForEach<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}
