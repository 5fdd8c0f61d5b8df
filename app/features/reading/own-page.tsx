// A page of words that the operator has written in place of ours. The first view has it in the page; after a step inside the
// site it is fetched.
import { useEffect, useState } from 'react'
import { SITE } from '../../../contract/site.ts'
import type { LegalPage } from '../../content/types.ts'

const ID = 'own-page'

export const isOwnPage = (name: string) => SITE.pages?.includes(name) ?? false

function atFirst(name: string): LegalPage | null {
  if (!isOwnPage(name)) return null
  if (typeof document === 'undefined')
    return (globalThis as { hooleyPages?: Record<string, LegalPage> }).hooleyPages?.[name] ?? null
  const held = document.getElementById(ID)?.dataset
  return held?.name === name ? (JSON.parse(held.page ?? 'null') as LegalPage | null) : null
}

async function load(name: string): Promise<LegalPage> {
  const response = await fetch(`/site/${name}.json`)
  if (!response.ok) throw new Error(String(response.status))
  return (await response.json()) as LegalPage
}

/** `page`: null while it is on its way. `holder`: carries it to the browser. */
export function useOwnPage(name: string, ours: LegalPage | null) {
  const [own, setOwn] = useState(() => atFirst(name))
  useEffect(() => {
    if (!isOwnPage(name) || own) return
    // The page as the server renders it has it, or says what is wrong.
    load(name).then(setOwn, () => location.reload())
  }, [name, own])
  if (!isOwnPage(name)) return { page: ours, holder: null }
  return { page: own, holder: <div id={ID} hidden data-name={name} data-page={JSON.stringify(own)} /> }
}
