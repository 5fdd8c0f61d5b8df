// Finds titles of events that are shown without their language and direction: a screen reader would read them in English, and a
// title in Hebrew would turn the words around it. The title is known by where it is declared, whatever it is called by then.
const MESSAGE =
  'A title says in which language it is: <Title of={event} />, or dir="auto" and lang of the element around it.'

/** What compares a title, makes an address of it, or hands it on to the device. */
const TEXT_ALONE = new Set(['DateList', 'EmbedCode', 'Places', 'ShareButton', 'ShareSheet'])

const isDeclaredInContract = (symbol) =>
  Boolean(symbol?.declarations?.some((one) => /\/contract\/(wire|events)\.ts$/.test(one.getSourceFile().fileName)))

const attributesOf = (element) => new Set(element.openingElement.attributes.map(({ name }) => name?.name))

/** Up to the function that makes it: what is around that is not known here. */
function hasItsLanguage(node) {
  for (let outer = node.parent; outer && !/Function/.test(outer.type); outer = outer.parent) {
    if (outer.type !== 'JSXElement') continue
    const names = attributesOf(outer)
    if (names.has('lang') && names.has('dir')) return true
  }
  return false
}

/** The parts of an expression that can be what is shown. */
function shownBy(node) {
  if (node.type === 'LogicalExpression') return [node.left, node.right].flatMap(shownBy)
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(shownBy)
  if (node.type === 'TemplateLiteral') return node.expressions.flatMap(shownBy)
  return [node]
}

export const titles = {
  meta: { type: 'problem', schema: [], messages: { silent: MESSAGE } },
  create(context) {
    const { program, esTreeNodeToTSNodeMap } = context.sourceCode.parserServices
    const checker = program.getTypeChecker()

    function isTitle(node) {
      if (node.type === 'MemberExpression' && node.property.name === 'title')
        return isDeclaredInContract(checker.getSymbolAtLocation(esTreeNodeToTSNodeMap.get(node.property)))
      if (node.type !== 'Identifier') return false
      const variable = checker.getSymbolAtLocation(esTreeNodeToTSNodeMap.get(node))?.valueDeclaration
      const pattern = variable?.parent
      if (!pattern?.elements || (variable.propertyName ?? variable.name).getText() !== 'title') return false
      return isDeclaredInContract(checker.getTypeAtLocation(pattern).getProperty('title'))
    }

    return {
      JSXExpressionContainer(node) {
        const { parent } = node
        const isInside = parent.type === 'JSXElement' || parent.type === 'JSXFragment'
        const isProperty = parent.type === 'JSXAttribute' && parent.name.name === 'title'
        if (!isInside && !(isProperty && !TEXT_ALONE.has(parent.parent.name.name))) return
        if (shownBy(node.expression).some(isTitle) && !hasItsLanguage(node))
          context.report({ node, messageId: 'silent' })
      },
    }
  },
}
