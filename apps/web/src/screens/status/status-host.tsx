import { useEffect, useState } from 'preact/hooks'
import { useCommand } from '#keys/use-command.ts'
import { lazy } from '#parts/lazy.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { learn } from '#words/words.ts'

const StatusDialog = lazy(async () => {
  await learn('status')
  return (await import('./status-dialog.tsx')).StatusDialog
})

/** The longest that browsers wait, in milliseconds. */
const longestWait = 2 ** 31 - 1

/** Asks for one's status from anywhere in the page, and takes it away when its time is over. */
export function StatusHost() {
  const app = useApp()
  const [isOpen, setOpen] = useState(false)
  const end = useKnown(({ device }) => device.statusEnd)
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  useCommand('status', () => setOpen(true))
  useEffect(() => {
    if (!end || !isLive) return undefined
    const wait = Math.min(Math.max(0, end.at - app.clock.now()), longestWait)
    // Where the server refuses or is away, the next start of the page tries again.
    const over = async () => (await import('#actions/set-status.ts')).endStatus(app)
    const timer = setTimeout(() => void over().catch(() => undefined), wait)
    return () => clearTimeout(timer)
  }, [app, end, isLive])
  return isOpen ? <StatusDialog onClose={() => setOpen(false)} /> : null
}
