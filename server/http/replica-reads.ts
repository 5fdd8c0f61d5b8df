// Which reads may be made on a replica: what anybody may read, asked by nobody in particular. What a member asks is
// answered by the leader, so that everybody sees at once what they did.
import type { Db } from '../db/client.ts'
import type { Replica } from '../db/replica.ts'
import type { Binding, CallMeta } from './bind.ts'

interface Databases {
  db: Db
  replica?: Replica
}

/** For public reads that are no calls. */
export function publicly<D extends Databases, T>(deps: D, read: (deps: D) => Promise<T>): Promise<T> {
  const { replica } = deps
  const onLeader = () => read(deps)
  return replica ? replica.read(() => read({ ...deps, db: replica.db }), onLeader) : onLeader()
}

function mayLag({ read }: Binding, input: never, user: unknown, { hasToken }: CallMeta): boolean {
  if (!read || user !== null || hasToken) return false
  return read.isNeverKept ?? read.madeOf(input) !== null
}

/** The calls, and the public reads among them on both databases. */
export function readingFromReplica<D extends Databases>(deps: D, routesOf: (deps: D) => Binding[]): Binding[] {
  const { replica } = deps
  const bindings = routesOf(deps)
  if (!replica) return bindings
  const twins = new Map(routesOf({ ...deps, db: replica.db }).map((twin) => [twin.endpoint, twin]))
  return bindings.map((binding) => {
    const twin = twins.get(binding.endpoint)
    if (!binding.read || !twin) return binding
    const handle: Binding['handle'] = (input, user, meta) => {
      const onLeader = async () => binding.handle(input, user, meta)
      if (!mayLag(binding, input, user, meta)) return onLeader()
      return replica.read(async () => twin.handle(input, user, meta), onLeader)
    }
    return { ...binding, handle }
  })
}
