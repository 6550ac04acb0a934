import type { App } from './use-app.ts'

/** A column of the page with what is open in it. */
export interface Column {
  readonly id: number
  /** Whether keys, commands and what the palette offers belong to this column now. */
  readonly hasKeys: () => boolean
  /** The element to look for boxes and messages in. */
  readonly element: () => ParentNode
  /** Opens an address in the main column. */
  readonly goInMain: App['go']
}

/** Returns the app for what is drawn in a column: its commands and offers are silent while another column has the keys. */
export function appOfColumn(app: App, id: number, go: App['go'] = app.go): App {
  const { commands } = app
  const hasKeys = () => app.store.get().keysIn === id
  const element = () => document.querySelector(`[data-column="${id}"]`) ?? document
  return {
    ...app,
    go,
    column: { id, hasKeys, element, goInMain: app.column.goInMain },
    commands: {
      add: (command, handler) => commands.add(command, () => hasKeys() && handler()),
      offer: (offer) => commands.offer(() => (hasKeys() ? offer() : [])),
      offered: () => commands.offered(),
      has: (command) => commands.has(command),
      run: (command) => commands.run(command),
    },
  }
}
