import { roles } from '@tagma/contract/roles.ts'
import type { InviteTerms } from '#actions/invite-people.ts'
import { LinkMaker } from '#parts/invite/link-maker.tsx'
import { MailForm } from '#parts/invite/mail-form.tsx'
import { t } from '#words/words.ts'
import type { StepProps } from './first-steps.tsx'

const terms: InviteTerms = { role: roles.member, takesDefaultChannels: true, channelIds: [] }

/** An invitation by a link, or by mail. */
export function PeopleStep({ finish }: StepProps) {
  return (
    <>
      <p class="step-text">{t('welcome.people-text')}</p>
      <LinkMaker terms={terms} onMade={finish} />
      <details class="step-more">
        <summary>{t('welcome.people-mail')}</summary>
        <MailForm terms={terms} onSent={finish} />
      </details>
      <a href="#invite">{t('welcome.people-choose')}</a>
    </>
  )
}
