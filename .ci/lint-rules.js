/** Lint rules of this project's own, for oxlint (`.oxlintrc.json`). */
import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Values of their own: a portfolio's and an amount's worth, the text of a form field. */
const NO_SIGNALS = new Set(['head', 'first', 'field', 'target'])
const FOLLOWING = new Set(['computed', 'effect'])
const CLOCKS = new Set(['readClock', 'readSecondsTo'])

/** A component or hook that reads a signal starts with useSignals(): without it nothing is drawn again. */
const useSignals = {
  create(context) {
    /** The components and hooks around what is being read, the innermost last. */
    const stack = []
    const enter = (node) => {
      if (/^(use)?[A-Z]/.test(getId(node)?.name ?? ''))
        stack.push({ node, isSafe: startsWithUseSignals(node) })
    }
    const leave = (node) => {
      if (stack.at(-1)?.node === node) stack.pop()
    }
    const read = (node) => {
      const component = stack.at(-1)
      if (!component || component.isSafe || isInEffect(node, component.node)) return
      component.isSafe = true
      context.report({
        node: getId(component.node),
        message: 'Start this component or hook with useSignals(): it reads a signal.',
      })
    }
    return {
      FunctionDeclaration: enter,
      'FunctionDeclaration:exit': leave,
      FunctionExpression: enter,
      'FunctionExpression:exit': leave,
      ArrowFunctionExpression: enter,
      'ArrowFunctionExpression:exit': leave,
      MemberExpression(node) {
        if (node.computed || node.property.name !== 'value' || isWritten(node)) return
        const { object } = node
        if (!NO_SIGNALS.has(object.name ?? object.property?.name)) read(node)
      },
      CallExpression(node) {
        if (CLOCKS.has(node.callee.name)) read(node)
      },
    }
  },
}

/** Its own name, or that of the constant that holds it. */
function getId({ id, parent }) {
  return id ?? (parent.type === 'VariableDeclarator' ? parent.id : undefined)
}

function startsWithUseSignals({ body }) {
  // A function without braces has no first statement.
  const [first] = Array.isArray(body.body) ? body.body : []
  return first?.type === 'ExpressionStatement' && first.expression.callee?.name === 'useSignals'
}

function isWritten(node) {
  return (
    node.parent.type === 'AssignmentExpression' && node.parent.operator === '=' && node.parent.left === node
  )
}

/** Effects and computed signals follow by themselves what they read. */
function isInEffect(node, component) {
  for (let { parent } = node; parent && parent !== component; { parent } = parent)
    if (parent.type === 'CallExpression' && FOLLOWING.has(parent.callee.name)) return true
  return false
}

/** Texts of a catalogue, of something to be signed, and messages over the card. */
const NO_ERRORS = /^(texts|snack|offer|props|\w*[sS]tate|request|data)$/

/** People never read the message of an error, which is for the console: the catalogue has a text for its code. */
const noErrorMessage = {
  create(context) {
    const text = (node) => context.sourceCode.getText(node)
    const report = (node) =>
      context.report({
        node,
        message: 'Do not show the message of an error: explain its code (ui/base/explain-error.ts).',
      })
    return {
      MemberExpression(node) {
        if (!node.computed && node.property.name === 'message' && !NO_ERRORS.test(text(node.object)))
          report(node)
      },
      VariableDeclarator({ id, init }) {
        if (takesMessage(id) && !NO_ERRORS.test(init ? text(init) : '')) report(id)
      },
      ObjectPattern(node) {
        // A parameter: by its type.
        if (node.typeAnnotation && takesMessage(node) && /Error|Attempt/.test(text(node.typeAnnotation)))
          report(node)
      },
      CallExpression(node) {
        if (node.callee.name === 'String' && node.arguments.some((one) => /[eE]rror$/.test(text(one))))
          report(node)
      },
      TemplateLiteral(node) {
        if (node.expressions.some((one) => /^\w*[eE]rror$/.test(text(one)))) report(node)
      },
    }
  },
}

function takesMessage(pattern) {
  return pattern.type === 'ObjectPattern' && pattern.properties.some((one) => one.key?.name === 'message')
}

/** A message over the card is a code with what it names, or a record whose code is told: never a text of its own. */
const noSnackText = {
  create(context) {
    return {
      ObjectExpression({ properties }) {
        if (!properties.some((one) => one.key?.name === 'variant')) return
        const value = properties.find((one) => one.key?.name === 'message')?.value
        if (['Literal', 'TemplateLiteral', 'MemberExpression'].includes(value?.type))
          context.report({ node: value, message: 'Give the message as a code, with what it names.' })
      },
    }
  },
}

/** A text that is read when its file is loaded stays in the language of that moment. */
const noCapturedText = {
  create(context) {
    const names = new Set()
    return {
      ImportDeclaration({ source, specifiers }) {
        if (source.value.endsWith('texts.ts') && !source.value.endsWith('base/texts.ts'))
          for (const { local } of specifiers) names.add(local.name)
      },
      MemberExpression(node) {
        const isText = names.has(node.object.name) && !isObjectOfTexts(node)
        if (!isText) return
        for (let { parent } = node; parent; { parent } = parent) if (/Function/.test(parent.type)) return
        context.report({ node, message: 'Read texts when something is drawn: the language may change.' })
      },
    }
  },
}

/** Its texts are read later. */
function isObjectOfTexts({ parent }) {
  return parent.type === 'VariableDeclarator' || parent.callee?.object?.name === 'Object'
}

/** The rooms of each part, from the floor up: at run time a room imports only what lies below it. */
const FLOORS = {
  'src/core': [['base', 'names', 'text'], ['chains'], ['contract', 'siwx'], ['assets'], ['payments']],
  src: [
    ['core'],
    ['base'],
    ['analytics', 'siwx', 'wallets', 'worker-link'],
    ['connections', 'payments'],
    ['names', 'onramp'],
    ['shell'],
    ['button', 'portfolio'],
  ],
  worker: [
    ['base'],
    ['analytics', 'bitcoin', 'http', 'store', 'tabs', 'walletconnect'],
    ['directory', 'evm', 'topics'],
    ['activity', 'portfolio', 'siwx'],
    ['nfts', 'smart-sessions'],
    ['names'],
    ['payments'],
    ['market'],
    ['main'],
  ],
  ui: [
    ['base'],
    ['components'],
    ['connect', 'downloads', 'lists', 'login', 'names', 'siwx'],
    ['all-wallets', 'guides', 'modal', 'money', 'networks', 'unverified', 'walletconnect', 'wallets'],
    ['nfts', 'payments', 'receive', 'smart-sessions'],
    ['activity', 'allowances', 'buy', 'send'],
    ['pay', 'portfolio', 'swap'],
    ['account'],
    ['portfolio-page'],
  ],
}
const root = fileURLToPath(new URL('..', import.meta.url))

/** Rooms that import each other in a ring have no order in which they can be read. Types and code that is loaded later may. */
const floors = {
  create(context) {
    const from = findRoom(context.filename)
    if (!from) return {}
    const check = (node) => {
      const { source, specifiers = [] } = node
      const kind = node.importKind ?? node.exportKind
      const isType =
        kind === 'type' || (specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type'))
      if (isType || !source?.value.startsWith('.')) return
      const to = findRoom(resolve(dirname(context.filename), source.value.replace(/\?.*/, '')))
      if (!to || to.part !== from.part || to.room === from.room) return
      if (!(to.floor < from.floor))
        context.report({
          node,
          message: `${from.part}/${from.room} does not lie above ${to.part}/${to.room}: move what both need to a room below (.ci/lint-rules.js).`,
        })
    }
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check }
  },
}

/** Undefined for files that lie in no room: entry points above all of them. */
function findRoom(file) {
  const path = relative(root, file).split(sep).join('/')
  const part = Object.keys(FLOORS).find((one) => path.startsWith(`${one}/`))
  const [room, inside] = part ? path.slice(part.length + 1).split('/') : []
  return inside && { part, room, floor: FLOORS[part].findIndex((rooms) => rooms.includes(room)) }
}

export default {
  meta: { name: 'billfold' },
  rules: {
    floors,
    'use-signals': useSignals,
    'no-error-message': noErrorMessage,
    'no-captured-text': noCapturedText,
    'no-snack-text': noSnackText,
  },
}
