import { Copy } from 'lucide'
import { useState } from 'preact/hooks'
import { copyText } from '#actions/copy-text.ts'
import { type InviteTerms, makeInviteLink } from '#actions/invite-people.ts'
import { errorText } from '#actions/show-error.ts'
import { Icon } from '#parts/icon.tsx'
import { useIsKept } from '#parts/kept-form/kept-context.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

interface LinkMakerProps {
  readonly terms: InviteTerms
  /** Called when a link was made and copied. */
  readonly onMade?: () => void
}

/** A button that makes an invitation link and copies it. The link stands below it afterwards. */
export function LinkMaker({ terms, onMade }: LinkMakerProps) {
  const app = useApp()
  const [made, setMade] = useState<{ readonly link: string; readonly terms: InviteTerms }>()
  const [isCopied, setCopied] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const isKept = useIsKept()
  // Other terms need another link.
  const link = made?.terms === terms ? made.link : undefined
  const act = async () => {
    if (isBusy) return
    if (link !== undefined) return setCopied(await copyText(link))
    setBusy(true)
    setProblem(undefined)
    try {
      const fresh = await makeInviteLink(app, terms)
      setCopied(await copyText(fresh))
      setMade({ link: fresh, terms })
      onMade?.()
    } catch (error) {
      setProblem(errorText(error))
    }
    setBusy(false)
  }
  return (
    <div class="link-maker">
      <button type="button" class="button button-main" disabled={isBusy || isKept} onClick={() => void act()}>
        <Icon of={Copy} size={1} />
        {t('invite.copy-link')}
      </button>
      <div class="link-made" role="status">
        {link !== undefined && (
          <>
            <input
              class="field"
              readOnly
              dir="ltr"
              value={link}
              aria-label={t('invite.link')}
              onFocus={(event) => event.currentTarget.select()}
            />
            {isCopied && <span class="invite-good">{t('invite.copied')}</span>}
          </>
        )}
      </div>
      {problem !== undefined && (
        <p class="form-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
