import type { Answer } from '@tagma/contract/define.ts'
import type { getBotPayloads } from '@tagma/contract/endpoints/bots/get-bot-payloads.ts'
import type { HookTemplateObject } from '@tagma/contract/objects/hook-template.ts'
import * as wire from '@tagma/contract/wire.ts'
import { Pencil, X } from 'lucide'
import { useState } from 'preact/hooks'
import { showError } from '#actions/show-error.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useFetched } from '#screens/settings/use-fetched.ts'
import { useApp } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { TemplateForm } from './template-form.tsx'

interface BotTemplatesProps {
  readonly botId: number
  /** The payload that came last: templates are tried on it. */
  readonly requests: Answer<typeof getBotPayloads>['payloads']
}

/** Templates by which a bot makes messages of any JSON. */
export function BotTemplates({ botId: bot_id, requests }: BotTemplatesProps) {
  const app = useApp()
  const canSave = useCanSave()
  const [editing, setEditing] = useState<HookTemplateObject>()
  const fetched = useFetched(async () => (await app.client.call(wire.getBotTemplates, { bot_id })).templates)
  const { value: templates, reload } = fetched
  const remove = async (name: string) => {
    try {
      await app.client.call(wire.deleteBotTemplate, { bot_id, name })
    } catch (error) {
      showError(app, error)
    }
    reload()
  }
  return (
    <details class="setting-group bot-more">
      <summary>{t('bots.templates', { count: templates?.length ?? 0 })}</summary>
      <FetchNote fetched={fetched} />
      <ul class="setting-list" aria-label={t('bots.templates-label')}>
        {templates?.map((template) => (
          <li key={template.name}>
            <span class="setting-text">
              <code>{template.name}</code>
              <small dir="auto">{template.content.slice(0, 80)}</small>
            </span>
            <IconButton
              icon={Pencil}
              label={t('bots.template-change', { name: template.name })}
              disabled={!canSave}
              onClick={() => setEditing(template)}
            />
            <IconButton
              icon={X}
              label={t('bots.template-remove', { name: template.name })}
              disabled={!canSave}
              onClick={() => void remove(template.name)}
            />
          </li>
        ))}
      </ul>
      <TemplateForm
        key={editing?.name ?? ''}
        botId={bot_id}
        requests={requests}
        {...(editing ? { before: editing } : {})}
        onClose={() => {
          setEditing(undefined)
          reload()
        }}
      />
    </details>
  )
}
