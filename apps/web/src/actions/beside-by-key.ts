import type { View } from '@tagma/contract/address.ts'
import { addressOfMessage, viewAt } from '#state/addresses.ts'
import { mainColumn, withoutAt } from '#state/beside.ts'
import type { App } from '#state/use-app.ts'
import { bringToMain, openBeside } from './stand-beside.ts'

/**
 * Opens beside the main column what has the focus: a row, or a message of a feed; else the open conversation. A
 * conversation that stands beside and has the keys goes to the main column.
 */
export function besideByKey(app: App): void {
  const { state, messages, main, keysIn } = app.store.get()
  const focused = document.activeElement
  const open = (view: View | undefined) => view?.kind === 'conversation' && openBeside(app, view)
  const row = focused?.closest('a.row, a.result')?.getAttribute('href')
  if (row != null) return void open(viewAt(state, row))
  if (keysIn !== mainColumn) return bringToMain(app, keysIn)
  if (main.kind === 'conversation') return void open(withoutAt(main))
  const message = messages.byId.get(Number(focused?.closest<HTMLElement>('article.message')?.dataset['id']))
  if (message) open(viewAt(state, addressOfMessage(state, message)))
}
