import { useEffect, useMemo, useState } from 'react'
import { loadApi } from '../../lib/load-api.ts'
import { createTypeahead, type Suggestion } from './typeahead.ts'

export function useTypeahead() {
  const [suggestions, show] = useState<Suggestion[]>([])
  const typeahead = useMemo(
    () =>
      createTypeahead({
        fetchTitles: async (q, signal) => (await loadApi()).events.typeahead({ query: { q }, signal }),
        show,
        // Logged only (docs/product/texts.md#failures-that-are-only-logged).
        log: (error) => console.error(error),
      }),
    [],
  )
  useEffect(() => typeahead.stop, [typeahead])
  return { suggestions, typeahead }
}
