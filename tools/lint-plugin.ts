import { layerViolation } from './layers.ts'
import { type Tree, wordsInHtml, wordsInMail } from './spoken-words.ts'

/** The part of oxlint's context that these rules use. */
interface Context {
  /** Absolute path. */
  readonly filename: string
  report(found: { message: string; node: object }): void
}

interface Importing {
  readonly source: { readonly value?: unknown } | null
}

/** A node of the tree, as far as the rules look into it. */
interface Node {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
  readonly property?: Node
  readonly expression?: Node
  readonly left?: Node
}

/** Names of what the protocol numbers, with the table of the contract that names the numbers. */
const numbered: readonly (readonly [pattern: RegExp, table: string, file: string])[] = [
  [/^(\w*[a-z]R|r)ole$/, 'roles', 'objects/user.ts'],
  [/^(bot_type|\w*[bB]otType)$/, 'botTypes', 'objects/bot.ts'],
  [/^(visibility_policy|\w*[vV]isibilityPolicy)$/, 'visibilityPolicies', 'objects/user-topic.ts'],
  [/^email_address_visibility$/, 'emailVisibilities', 'settings/user-settings.ts'],
]

/** The name that an expression ends with: `role` of `role`, `user.role`, `users.get(id)?.role` and `user?.role ?? 600`. */
function lastName(node: Node | undefined): string | undefined {
  switch (node?.type) {
    case 'Identifier':
      return node.name
    case 'MemberExpression':
      return lastName(node.property)
    case 'LogicalExpression':
      return lastName(node.left)
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return lastName(node.expression)
    default:
      return undefined
  }
}

const isNumber = (node: Node | null | undefined): boolean =>
  node?.type === 'Literal' && typeof node.value === 'number'

/** The message for a number that stands where the protocol has a name, or undefined. */
function numberViolation(named: Node | undefined): string | undefined {
  const name = lastName(named) ?? ''
  const [, table, file] = numbered.find(([pattern]) => pattern.test(name)) ?? []
  return (
    table &&
    `A number says nothing to a reader: take it from ${table} of @tagma/contract/${file}, or ask a predicate such as isGuest of @tagma/rules/roles.ts.`
  )
}

/** The project's own lint rules, `tagma/layers`, `tagma/named-numbers` and `tagma/spoken-words`, as a plugin of oxlint. */
export default {
  meta: { name: 'tagma' },
  rules: {
    layers: {
      create(context: Context) {
        const check = ({ source }: Importing): void => {
          if (typeof source?.value !== 'string') return
          const message = layerViolation(context.filename, source.value)
          if (message) context.report({ message, node: source })
        }
        return {
          ImportDeclaration: check,
          ImportExpression: check,
          ExportNamedDeclaration: check,
          ExportAllDeclaration: check,
          TSImportType: check,
        }
      },
    },
    'named-numbers': {
      create(context: Context) {
        const check = (named: Node | undefined, number: Node | null | undefined): void => {
          const message = isNumber(number) ? numberViolation(named) : undefined
          if (message && number) context.report({ message, node: number })
        }
        return {
          BinaryExpression({ left, right }: { left: Node; right: Node }): void {
            check(left, right)
            check(right, left)
          },
          LogicalExpression({ left, right }: { left: Node; right: Node }): void {
            check(left, right)
          },
          SwitchStatement({
            discriminant,
            cases,
          }: {
            discriminant: Node
            cases: { test: Node | null }[]
          }): void {
            for (const { test } of cases) check(discriminant, test)
          },
          Property({ key, value }: { key: Node; value: Node }): void {
            check(key, value)
          },
        }
      },
    },
    'spoken-words': {
      create(context: Context) {
        const report = (node: Tree, words: string | undefined): void => {
          if (words === undefined) return
          const message = `Nobody can translate “${words}”: say it by an id of a catalog in apps/server/src/words.`
          context.report({ message, node })
        }
        return {
          Literal: (node: Tree) => report(node, wordsInHtml(node)),
          TemplateLiteral: (node: Tree) => report(node, wordsInHtml(node)),
          ObjectExpression: (node: Tree) => report(node, wordsInMail(node)),
        }
      },
    },
  },
}
