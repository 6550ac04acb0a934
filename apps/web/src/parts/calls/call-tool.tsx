import { ApiError } from '@tagma/client/api-error.ts'
import { Video } from 'lucide'
import type { RefObject } from 'preact'
import { useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { showFailure } from '#actions/show-toast.ts'
import { useCommand } from '#keys/use-command.ts'
import { draftKey } from '#outbox/drafts.ts'
import type { UploadPlace } from '#outbox/uploads.ts'
import { placed } from '#parts/composer/format.ts'
import { apply, writtenIn } from '#parts/composer/written.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { destinationTitle } from '#state/destination-title.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { hasCalls, makeCall, needsAccount } from './call-service.ts'
import { ConnectWebex } from './connect-webex.tsx'

/** The most characters of a call's name. Services take a little more. */
const mostCharacters = 200

interface CallToolProps {
  readonly box: RefObject<HTMLTextAreaElement | null>
  /** The text that the link belongs to. */
  readonly place: UploadPlace
}

/** Puts a link to a new call into a text, where the organization has a service for calls. */
export function CallTool(props: CallToolProps) {
  const isOffered = useKnown(({ state }) => hasCalls(state))
  return isOffered ? <CallButton {...props} /> : null
}

function CallButton({ box, place }: CallToolProps) {
  const app = useApp()
  const [isMaking, setMaking] = useState(false)
  const [isConnecting, setConnecting] = useState(false)
  const make = async () => {
    if (isMaking) return
    setMaking(true)
    const written = box.current
    try {
      const address = await makeCall(app, nameOf(app, place))
      const link = `[${t('compose.join-call')}](${address})`
      // The writer may have left the conversation meanwhile.
      if (written && written === box.current) apply(written, placed(writtenIn(written), link))
      else addToDraft(app, place, link)
    } catch (error) {
      // The service no longer accepts the connection with the account.
      if (error instanceof ApiError && error.code === 'INVALID_VIDEO_CALL_PROVIDER_TOKEN') setConnecting(true)
      else showFailure(app, 'call', t('calls.failed', { reason: errorText(error) }))
    } finally {
      setMaking(false)
    }
  }
  const begin = () => {
    if (needsAccount(app.store.get().state)) setConnecting(true)
    else void make()
  }
  useCommand('call', begin)
  return (
    <>
      <IconButton
        class="editor-call"
        icon={Video}
        label={t('compose.call')}
        aria-busy={isMaking}
        onClick={begin}
      />
      {isConnecting && (
        <ConnectWebex
          onClose={() => setConnecting(false)}
          onConnected={() => {
            setConnecting(false)
            void make()
          }}
        />
      )}
    </>
  )
}

/** Returns the name of a call: the title of the conversation that it begins in. */
function nameOf({ store }: App, place: UploadPlace): string {
  const title = destinationTitle(store.get().state, place.kind === 'edit' ? place.within : place)
  return [...title].slice(0, mostCharacters).join('')
}

function addToDraft(app: App, place: UploadPlace, link: string): void {
  const to = place.kind === 'edit' ? place.within : place
  const text = app.store.get().drafts.get(draftKey(to))?.content ?? ''
  app.writing.drafts.write(to, text === '' ? link : `${text}\n${link}`)
}
