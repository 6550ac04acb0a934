import { layerViolation } from './layers.ts'

/** What oxlint hands to a rule, as far as this one uses it. */
interface Context {
  /** Absolute path. */
  readonly filename: string
  report(found: { message: string; node: object }): void
}

interface Importing {
  readonly source: { readonly value?: unknown } | null
}

/** The project's own lint rule, `tagma/layers`, as a plugin of oxlint. */
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
  },
}
