import type { Linkifier } from '@tagma/contract/objects/linkifier.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { showToast } from '#actions/show-toast.ts'
import { TextField } from '#parts/text-field/text-field.tsx'
import { OwnForm } from '#screens/settings/own-form.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { TryLinks } from './try-links.tsx'

interface LinkifierFormProps {
  /** The linkifier that is changed, as it was before. Omitted for a new one. */
  readonly before?: Linkifier
  /** Called when it is saved, or left as it is. */
  readonly onClose: () => void
}

const fields = ['pattern', 'url_template', 'example_input', 'reverse_template', 'alternatives'] as const
type Texts = Readonly<Record<(typeof fields)[number], string>>

const textsOf = (linkifier?: Linkifier): Texts => ({
  pattern: linkifier?.pattern ?? '',
  url_template: linkifier?.url_template ?? '',
  example_input: linkifier?.example_input ?? '',
  reverse_template: linkifier?.reverse_template ?? '',
  alternatives: linkifier?.alternative_url_templates.join('\n') ?? '',
})

/** Adds a linkifier or changes one. The links that it makes of a text are shown while it is typed. */
export function LinkifierForm({ before, onClose }: LinkifierFormProps) {
  const app = useApp()
  const now = useKnown(({ state }) => state?.realm_linkifiers?.find(({ id }) => id === before?.id))
  const [texts, setTexts] = useState(() => textsOf(before))
  const problem = useProblem(texts)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (before) first.current?.focus()
  }, [])
  const isGone = before !== undefined && now === undefined
  const isOther = now !== undefined && JSON.stringify(textsOf(now)) !== JSON.stringify(textsOf(before))
  const save = async () => {
    const { alternatives, ...parts } = texts
    const alternative_url_templates = alternatives.split('\n').filter((line) => line.trim() !== '')
    const args = { ...parts, alternative_url_templates }
    await (now
      ? app.client.call(wire.updateLinkifier, { filter_id: now.id, ...args })
      : app.client.call(wire.addLinkifier, args))
    showToast(app, {
      name: 'linkifier',
      kind: 'status',
      text: t('organization.linkifiers.saved', { pattern: texts.pattern }),
    })
    setTexts(textsOf())
    onClose()
  }
  return (
    <OwnForm
      title={t(before ? 'organization.linkifiers.edit' : 'organization.linkifiers.new')}
      action={t(now ? 'organization.save' : 'organization.linkifiers.add')}
      isReady={texts.pattern !== '' && texts.url_template !== '' && problem === undefined}
      {...(before ? { onCancel: onClose } : {})}
      onSend={save}
    >
      {isGone && <p class="setting-note">{t('organization.linkifiers.gone')}</p>}
      {isOther && (
        <p class="setting-note">
          {t('organization.linkifiers.other', { pattern: now.pattern, template: now.url_template })}
        </p>
      )}
      <TextFields {...{ texts, setTexts, first }} names={['pattern', 'url_template']} />
      {problem !== undefined && (
        <p class="form-error" role="status">
          {problem}
        </p>
      )}
      {texts.pattern !== '' && texts.url_template !== '' && problem === undefined && (
        <TryLinks linkifiers={[texts]} />
      )}
      <details class="organization-more" open={textsOf(before).example_input !== ''}>
        <summary>{t('organization.linkifiers.reverse')}</summary>
        <p class="setting-note">{t('organization.linkifiers.reverse-about')}</p>
        <TextFields {...{ texts, setTexts }} names={['example_input', 'reverse_template', 'alternatives']} />
      </details>
    </OwnForm>
  )
}

interface TextFieldsProps {
  readonly names: readonly (typeof fields)[number][]
  readonly texts: Texts
  readonly setTexts: (texts: Texts) => void
  /** Holds the first field. */
  readonly first?: { current: HTMLInputElement | null }
}

const examples: Partial<Texts> = {
  pattern: '#(?P<id>[0-9]+)',
  url_template: 'https://tasks.example.com/{id}',
  example_input: '#12',
  reverse_template: '#{id}',
}

/** The most characters of a text, as the server takes them. */
const most = (name: (typeof fields)[number]) => (name === 'pattern' ? 1000 : 2000)

/** The most characters of the lines together: the server takes as many in each of 50. */
const mostOfAlternatives = 100_000

function TextFields({ names, texts, setTexts, first }: TextFieldsProps) {
  return names.map((name, at) => (
    <TextField
      key={name}
      label={t(`organization.linkifiers.${name}`)}
      isCode
      {...(name === 'alternatives' ? { rows: 2, most: mostOfAlternatives } : { most: most(name) })}
      field={first && at === 0 ? first : null}
      placeholder={examples[name]}
      value={texts[name]}
      onText={(text) => setTexts({ ...texts, [name]: text })}
    />
  ))
}

/** Returns what is wrong with the pattern or the template, by the rule of the server. Undefined while it is not known. */
function useProblem({ pattern, url_template }: Texts): string | undefined {
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let isPresent = true
    const isWhole = pattern !== '' && url_template !== ''
    void import('@tagma/markdown/linkifier.ts').then(({ linkifierProblem }) => {
      const found = isWhole ? linkifierProblem({ pattern, urlTemplate: url_template }) : null
      if (isPresent) setProblem(found ?? undefined)
    })
    return () => {
      isPresent = false
    }
  }, [pattern, url_template])
  return problem
}
