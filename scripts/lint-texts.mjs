// Finds sentences that stand in the code of a feature. Their place is the dictionary of their noun, words.ts beside them: it
// is what another language replaces. A sentence is two words or more; a value counts as one, so that a pattern is found too.
// Outside of markup it begins with a capital letter, or with a value.
const MESSAGE = 'A sentence is kept in the dictionary of its noun: words.ts, or <noun>-words.ts, beside this file.'

/** Attributes that nobody reads or hears. */
const SILENT =
  /^(accept|aria-(labelledby|describedby|controls|live)|autoComplete|className|d|form|href|id|key|name|place|points|rel|role|sandbox|sizes|src|srcSet|style|to|transform|type|viewBox)$/
/** They choose between their words. */
const PLURALS = new Set(['counted', 'formOf'])

function isSentence(text) {
  const words = text.split(/\s+/).filter((word) => /\p{L}{2}|\0/u.test(word))
  return words.length > 1 && /\p{L}{2}/u.test(text)
}

/** The parts of an expression that can be what is shown, as [node, text]; values are \0. */
function textsIn(node) {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [[node, node.value]] : []
    case 'TemplateLiteral':
      return [[node, node.quasis.map(({ value }) => value.cooked).join('\0')]]
    case 'LogicalExpression':
    case 'BinaryExpression':
      return [node.left, node.right].flatMap(textsIn)
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(textsIn)
    case 'CallExpression':
      return PLURALS.has(node.callee.name) ? node.arguments.flatMap(textsIn) : []
    default:
      return []
  }
}

/** What they are given is for a log. */
const LOGS = new Set(['logFailure', 'log', 'error', 'useOwn'])

const isUnread = ({ type, name, callee, key }) =>
  (type === 'JSXAttribute' && SILENT.test(name.name)) ||
  (type === 'NewExpression' && /(Error|Exception)$/.test(callee.name)) ||
  (type === 'CallExpression' && LOGS.has(callee.name ?? callee.property?.name)) ||
  (type === 'Property' && key.name === 'authorization') ||
  /^(ImportDeclaration|ImportExpression|TSLiteralType)$/.test(type)

export const texts = {
  meta: { type: 'problem', schema: [], messages: { sentence: MESSAGE } },
  create(context) {
    const reported = new Set()
    const report = (node) => {
      if (!reported.has(node)) context.report({ node, messageId: 'sentence' })
      reported.add(node)
    }
    const check = (node, text) => isSentence(text) && report(node)
    const isSilent = ({ type, name }) => type === 'JSXAttribute' && SILENT.test(name.name)
    const checkAnywhere = (node) => {
      for (const [, text] of textsIn(node))
        if (/^[\p{Lu}\0]/u.test(text.trim()) && isSentence(text)) {
          if (!context.sourceCode.getAncestors(node).some(isUnread)) report(node)
        }
    }
    return {
      JSXText: (node) => check(node, node.value),
      'JSXAttribute > Literal': (node) => !isSilent(node.parent) && check(node, String(node.value)),
      JSXExpressionContainer(node) {
        if (!isSilent(node.parent)) for (const [part, text] of textsIn(node.expression)) check(part, text)
      },
      Literal: checkAnywhere,
      TemplateLiteral: checkAnywhere,
    }
  },
}
