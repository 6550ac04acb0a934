import { X } from 'lucide'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { IconButton } from '#parts/icon-button.tsx'
import { useIsKept } from '#parts/kept-form/kept-context.ts'
import { isTooLong, LengthNote } from '#parts/length-note/length-note.tsx'
import { t } from '#words/words.ts'
import { type DraftChoice, fieldLimits } from './field-draft.ts'
import { OrderedList } from './ordered-list.tsx'

interface ChoicesEditorProps {
  readonly choices: readonly DraftChoice[]
  readonly onChange: (choices: readonly DraftChoice[]) => void
}

/** The choices of a list: they are typed, moved and taken away. Enter in one begins the next. */
export function ChoicesEditor({ choices, onChange }: ChoicesEditorProps) {
  const frame = useRef<HTMLDivElement>(null)
  const isAdded = useRef(false)
  const isKept = useIsKept()
  useLayoutEffect(() => {
    if (!isAdded.current) return
    isAdded.current = false
    frame.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  })
  const add = () => {
    isAdded.current = true
    onChange([...choices, { id: Math.max(-1, ...choices.map(({ id }) => id)) + 1, text: '' }])
  }
  return (
    <div ref={frame} class="organization-choices" role="group" aria-label={t('organization.fields.choices')}>
      <span>{t('organization.fields.choices')}</span>
      <OrderedList
        label={t('organization.fields.choices')}
        isDisabled={isKept}
        onOrder={async (ids) => {
          onChange(ids.flatMap((id) => choices.find((choice) => choice.id === id) ?? []))
          return Promise.resolve(true)
        }}
        entries={choices.map((choice, at) => ({
          id: choice.id,
          name: choice.text || t('organization.fields.choice', { number: at + 1 }),
          row: (
            <>
              <input
                class="field"
                type="text"
                dir="auto"
                readOnly={isKept}
                aria-invalid={isTooLong(choice.text, fieldLimits.choice)}
                aria-label={t('organization.fields.choice', { number: at + 1 })}
                value={choice.text}
                onInput={({ currentTarget: { value: text } }) =>
                  onChange(choices.map((each) => (each === choice ? { ...choice, text } : each)))
                }
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.isComposing) return
                  event.preventDefault()
                  if (!isKept) add()
                }}
              />
              <IconButton
                icon={X}
                label={t('organization.fields.remove-choice', { number: at + 1 })}
                disabled={isKept}
                onClick={() => onChange(choices.filter((each) => each !== choice))}
              />
              <LengthNote text={choice.text} most={fieldLimits.choice} />
            </>
          ),
        }))}
      />
      <button type="button" class="button" disabled={isKept} onClick={add}>
        {t('organization.fields.add-choice')}
      </button>
    </div>
  )
}
