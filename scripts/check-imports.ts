// The direction of imports. dependency-cruiser silently checks nothing when it cannot read the sources, so the count is checked too.
import { cruise } from 'dependency-cruiser'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'

const config = await extractConfig('./.dependency-cruiser.cjs')
const { output } = await cruise(
  ['contract', 'server', 'app'],
  { ruleSet: config, validate: true, ...config.options },
  undefined,
  {
    tsConfig: extractTsConfig('tsconfig.json'),
  },
)
if (typeof output === 'string') throw new Error('dependency-cruiser gave text where a result was asked for')

const { summary } = output
const sources = output.modules.filter((module) => /^(contract|server|app)\//.test(module.source))
for (const { rule, from, to } of summary.violations) {
  const why = config.forbidden?.find((known) => known.name === rule.name)?.comment ?? ''
  console.error(`${from} must not import ${to} (${rule.name}): ${why}`)
}
if (sources.length < 50) {
  console.error(`Only ${sources.length} files were read; the check is not to be trusted.`)
  process.exit(1)
}
if (summary.violations.length > 0) process.exit(1)
console.log(`${sources.length} files, no import against the direction`)
