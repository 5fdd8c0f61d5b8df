// The house's typeface for pages that are not rendered by the app, under the name that the build gave it.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export function typefaceOf(buildDir: string | undefined): string | null {
  const folder = buildDir && join(buildDir, 'client/assets')
  const file = folder && existsSync(folder) && readdirSync(folder).find((name) => /^bricolage-.*\.woff2$/.test(name))
  return file ? `/assets/${file}` : null
}
