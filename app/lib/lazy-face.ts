// The working face of a feature, whose code only those installations fetch where it is on. The server has written it into
// the page already, so React takes the page over when that code is there: a face that still waited for it would be taken
// away by the next change around it, together with a press on one of its buttons.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { FeatureName } from '../../contract/features.ts'

interface Module<Props> {
  default: ComponentType<Props>
}

const PATIENCE_MS = 3_000
const faces: { feature: FeatureName; load: () => Promise<unknown> }[] = []

export function lazyFace<Props extends object>(
  feature: FeatureName,
  fetchModule: () => Promise<Module<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  let loaded: Module<Props> | undefined
  const load = async () => (loaded ??= await fetchModule())
  faces.push({ feature, load })
  // A value is rendered at once; a promise, even a resolved one, would make React wait.
  const answerAtOnce = (module: Module<Props>) => ({ then: (take: (it: Module<Props>) => void) => take(module) })
  return lazy(() => (loaded ? (answerAtOnce(loaded) as Promise<Module<Props>>) : load()))
}

/** The code of one face may bring another: round by round, until there is none left. */
async function loadAll(features: string[], from = 0): Promise<void> {
  const round = faces.slice(from)
  const wanted = round.filter(({ feature }) => features.includes(feature))
  await Promise.allSettled(wanted.map(({ load }) => load()))
  if (faces.length > from + round.length) await loadAll(features, from + round.length)
}

/** A face whose code does not come in time is left to its place in the page. */
export const facesOf = (features: string[]): Promise<unknown> =>
  Promise.race([loadAll(features), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
