import { Video } from 'lucide'
import type { RefObject } from 'preact'
import { useCommand } from '#keys/use-command.ts'
import { GifTool } from '#parts/gif-picker/gif-tool.tsx'
import { IconButton } from '#parts/icon-button.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { callLink, hasCalls } from './call-link.ts'
import { placed } from './format.ts'
import { apply, writtenIn } from './written.ts'

interface MoreToolsProps {
  readonly box: RefObject<HTMLTextAreaElement | null>
}

/** The tools that only some organizations have: GIFs and calls. */
export function MoreTools({ box }: MoreToolsProps) {
  const isCalling = useKnown(({ state }) => hasCalls(state))
  return (
    <>
      <GifTool box={box} />
      {isCalling && <CallTool box={box} />}
    </>
  )
}

function CallTool({ box }: MoreToolsProps) {
  const { store } = useApp()
  const call = () => apply(box.current!, placed(writtenIn(box.current!), callLink(store.get().state)))
  useCommand('call', call)
  return <IconButton class="editor-call" icon={Video} label={t('compose.call')} onClick={call} />
}
