import { lazy } from '#parts/lazy.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { learn } from '#words/words.ts'
import { actorIn } from './actor.ts'

const MoveDialog = lazy(async () => {
  await learn('beginning', 'move')
  return (await import('./move-dialog.tsx')).MoveDialog
})

/** Asks where messages go that were dropped on a topic, or a topic whose menu says so. */
export function MoveHost() {
  const app = useApp()
  const moving = useKnown((known) => known.moving)
  if (!moving) return null
  const close = () => app.store.set({ moving: undefined })
  return <MoveDialog {...moving} actorOf={(channelId) => actorIn(app, channelId)} onClose={close} />
}
