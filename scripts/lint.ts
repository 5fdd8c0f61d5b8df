// `npm run lint`: the linter and the compiler over one program. Both of them need the types of every file, and most of what
// either takes is finding these out.
import { globSync, readFileSync } from 'node:fs'
import { ESLint } from 'eslint'
import ts from 'typescript'

function fail(diagnostics: readonly ts.Diagnostic[]): never {
  console.error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost({})))
  process.exit(1)
}

function openProgram(): ts.Program {
  const system = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem: ts.Diagnostic) => fail([problem]) }
  const parsed = ts.getParsedCommandLineOfConfigFile('tsconfig.json', undefined, system)
  if (!parsed) throw new Error('tsconfig.json cannot be read.')
  if (parsed.errors.length > 0) fail(parsed.errors)
  // The linter walks from a node to its parent.
  const host = ts.createCompilerHost(parsed.options, true)
  return ts.createProgram(parsed.fileNames, parsed.options, host)
}

/** In an editor, eslint.config.mjs lets a language service tell the types. */
async function isLintClean(program: ts.Program): Promise<boolean> {
  const parserOptions = { projectService: false, programs: [program] }
  const eslint = new ESLint({ overrideConfig: { languageOptions: { parserOptions } } })
  const results = await eslint.lintFiles('.')
  const formatter = await eslint.loadFormatter('stylish')
  process.stdout.write(await formatter.format(results))
  return results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0)
}

// A language that is written from right to left mirrors `inline-start`, but not `left`.
const PHYSICAL =
  /^\s*((scroll-)?(margin|padding|border|inset)-(top|right|bottom|left)[a-z-]*|top|right|bottom|left|(min-|max-)?(width|height)|border-(top|bottom)-(left|right)-radius):|^\s*(text-align|float|clear): (left|right);/
// The width of a zero is not that of the fallback's zero, so what is measured in it moves when the typeface arrives.
const ZERO_WIDE = /\d+ch\b/

function areStylesClean(): boolean {
  const linesLike = (rule: RegExp) =>
    globSync('app/**/*.css').flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (rule.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    )
  const physical = linesLike(PHYSICAL)
  const zeroWide = linesLike(ZERO_WIDE)
  if (physical.length > 0)
    console.error(`Use logical properties (margin-block-start, inline-size):\n${physical.join('\n')}`)
  if (zeroWide.length > 0) console.error(`Use em instead of ch (1ch is 0.65em here):\n${zeroWide.join('\n')}`)
  return physical.length + zeroWide.length === 0
}

const program = openProgram()
const isClean = areStylesClean() && (await isLintClean(program))
const diagnostics = ts.getPreEmitDiagnostics(program)
if (diagnostics.length > 0) fail(diagnostics)
if (!isClean) process.exit(1)
