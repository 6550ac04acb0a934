import type { Answer } from '@tagma/contract/define.ts'
import type { getBotPayloads } from '@tagma/contract/endpoints/bots/get-bot-payloads.ts'
import type { previewBotTemplate } from '@tagma/contract/endpoints/bots/preview-bot-template.ts'
import { limits } from '@tagma/contract/limits.ts'
import type { HookTemplateObject } from '@tagma/contract/objects/hook-template.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { useTimes } from '#parts/messages/use-times.ts'
import { TextField } from '#parts/text-field/text-field.tsx'
import { FormFailure } from '#screens/organization/form-failure.tsx'
import { useAttempt } from '#screens/organization/use-attempt.ts'
import { OwnForm } from '#screens/settings/own-form.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'

interface TemplateFormProps {
  readonly botId: number
  readonly requests: Answer<typeof getBotPayloads>['payloads']
  /** The template that is changed. Omitted for a new one. */
  readonly before?: HookTemplateObject
  /** Called when it is saved, or left as it is. */
  readonly onClose: () => void
}

const fields = ['name', 'topic', 'content', 'when'] as const
const nothing: HookTemplateObject = { name: '', topic: '', content: '', when: '', event: '' }

/** Makes or changes a template, and tries it on a payload. */
export function TemplateForm({ botId: bot_id, requests, before, onClose }: TemplateFormProps) {
  const { client } = useApp()
  const [template, setTemplate] = useState(before ?? nothing)
  const save = async () => {
    await client.call(wire.setBotTemplate, { bot_id, ...template, name: template.name.trim() })
    setTemplate(nothing)
    onClose()
  }
  return (
    <OwnForm
      title={t(before ? 'bots.template-edit' : 'bots.template-new')}
      action={t('organization.save')}
      isReady={template.name.trim() !== '' && template.content.trim() !== ''}
      {...(before ? { onCancel: onClose } : {})}
      onSend={save}
    >
      <p class="setting-note">{t('bots.templates-about', { example: template.name.trim() || '…' })}</p>
      {fields.map((field) => (
        <TextField
          key={field}
          label={t(`bots.template-${field}`)}
          isCode
          {...(field === 'content' ? { rows: 4 } : {})}
          most={field === 'name' ? 32 : limits.maxTemplateLength}
          isReadOnly={field === 'name' && before !== undefined}
          value={template[field]}
          onText={(text) => setTemplate({ ...template, [field]: text })}
        />
      ))}
      <Trial botId={bot_id} template={template} requests={requests} />
    </OwnForm>
  )
}

type Trialed = Answer<typeof previewBotTemplate>['posts']

interface TrialProps {
  readonly botId: number
  readonly template: HookTemplateObject
  readonly requests: TemplateFormProps['requests']
}

/** Tries a template on a payload that came, or on JSON that somebody writes. */
function Trial({ botId: bot_id, template, requests }: TrialProps) {
  const { client } = useApp()
  const canSave = useCanSave()
  const [payload, setPayload] = useState('{}')
  const [posts, setPosts] = useState<Trialed>()
  const { failure, attempt } = useAttempt()
  const kept = requests.filter(({ is_kept }) => is_kept)
  const take = async (payload_id: number) => {
    const found = await client.call(wire.getBotPayload, { bot_id, payload_id })
    setPayload(JSON.stringify(found.payload, null, 2))
  }
  const trial = async () => {
    const { topic, content, when, event } = template
    const args = { bot_id, topic, content, when, event, payload: JSON.parse(payload) as unknown }
    setPosts((await client.call(wire.previewBotTemplate, args)).posts)
  }
  return (
    <div class="bot-trial">
      {kept.length > 0 && <KeptChoice kept={kept} onChoose={(id) => void attempt(take(id))} />}
      <TextField label={t('bots.trial-payload')} isCode rows={4} value={payload} onText={setPayload} />
      <p>
        <button
          type="button"
          class="button"
          disabled={!canSave || template.content.trim() === ''}
          onClick={() => void attempt(trial()).then((isDone) => !isDone && setPosts(undefined))}
        >
          {t('bots.trial')}
        </button>
      </p>
      <FormFailure text={failure} />
      <div role="status">
        {posts?.length === 0 && <p class="setting-note">{t('bots.trial-nothing')}</p>}
        {posts?.map(({ topic, content }) => (
          <blockquote key={`${topic} ${content}`} dir="auto">
            <strong>{topic}</strong>
            <pre>{content}</pre>
          </blockquote>
        ))}
      </div>
    </div>
  )
}

interface KeptChoiceProps {
  readonly kept: TemplateFormProps['requests']
  readonly onChoose: (id: number) => void
}

/** Takes the payload of a request that came. */
function KeptChoice({ kept, onChoose }: KeptChoiceProps) {
  const canSave = useCanSave()
  const { moment } = useTimes()
  return (
    <label class="form-field">
      <span>{t('bots.trial-take')}</span>
      <select
        class="field"
        value=""
        disabled={!canSave}
        onChange={({ currentTarget: { value } }) => onChoose(Number(value))}
      >
        <option value="" disabled>
          {t('bots.trial-choose')}
        </option>
        {kept.map(({ id, received_at, integration }) => (
          <option key={id} value={String(id)}>
            {integration}, {moment(received_at)}
          </option>
        ))}
      </select>
    </label>
  )
}
