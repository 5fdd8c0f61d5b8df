// Stripe takes forms with brackets: line_items[0][price_data][currency]=gbp.
type Tree = { [name: string]: Tree | string }

/** An object whose names are 0, 1, 2 and so on is a list. */
function withLists(tree: Tree | string): unknown {
  if (typeof tree === 'string') return tree
  const entries = Object.entries(tree)
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  if (isList) return entries.map(([, value]) => withLists(value))
  return Object.fromEntries(entries.map(([name, value]) => [name, withLists(value)]))
}

export function readForm(text: string): unknown {
  const root: Tree = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const path = key.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    let at = root
    for (const name of path) {
      const next = at[name]
      at = typeof next === 'object' ? next : (at[name] = {})
    }
    at[last] = value
  }
  return withLists(root)
}
