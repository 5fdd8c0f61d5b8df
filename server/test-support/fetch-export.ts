import { unzip } from './unzip.ts'
import type { Person, World } from './world.ts'

/** The file with everything about somebody: asked for, made and fetched. */
export async function fetchExport({ app, deps }: Pick<World, 'app' | 'deps'>, { api }: Pick<Person, 'api'>) {
  await api.account.startExport()
  await deps.jobs.runDue()
  const { url } = await api.account.getExport()
  const response = await app.inject({ url: url ?? '' })
  const files = unzip(response.rawPayload)
  const rows = (name: string) => JSON.parse(files.get(`data/${name}.json`)?.toString() ?? '[]') as object[]
  return { response, files, rows, text: [...files.values()].join('\n') }
}
