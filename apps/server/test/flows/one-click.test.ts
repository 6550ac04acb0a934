import { createClient } from '@tagma/client/client.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { expect, onTestFinished, test } from 'vitest'
import { installation } from '#test/server-process.ts'
import { smtpInbox } from '#test/smtp-inbox.ts'

test('a notification reaches a mailbox over SMTP, and one click in a mail program ends such mails', async () => {
  const inbox = await smtpInbox()
  onTestFinished(() => inbox.close())
  const tagma = await installation({
    TAGMA_OWNER_EMAIL: 'iris@example.com',
    TAGMA_OWNER_PASSWORD: 'a long password',
    TAGMA_OWNER_NAME: 'Iris',
    TAGMA_PUBLIC_URL: 'https://chat.example.com',
    TAGMA_MAIL_FROM: 'Chat <chat@example.com>',
    TAGMA_SMTP_URL: inbox.url,
  })
  onTestFinished(() => tagma.remove())
  const otherPerson = ['--email', 'otto@example.com', '--name', 'Otto', '--password']
  await tagma.start()
  await tagma.stop('SIGTERM')
  await tagma.runWith('another password', 'create-user', ...otherPerson)
  await tagma.start()
  const signIn = async (username: string, password: string) => {
    const stranger = createClient({ url: tagma.url, userAgent: 'tests' })
    const { api_key: apiKey, email, user_id: id } = await stranger.call(fetchApiKey, { username, password })
    return {
      id,
      client: createClient({ url: tagma.url, userAgent: 'tests', credentials: { email, apiKey } }),
    }
  }
  const iris = await signIn('iris@example.com', 'a long password')
  const otto = await signIn('otto@example.com', 'another password')
  await otto.client.call(updateSettings, { email_notifications_batching_period_seconds: 0 })
  await iris.client.call(sendMessage, { type: 'direct', to: [otto.id], content: 'Are you **there**?' })
  // The first one is the welcome to a new person.
  await inbox.reached(2)

  const mail = inbox.mails.find(({ headers }) => !headers.get('subject')?.startsWith('Welcome'))
  expect(mail?.to).toEqual(['otto@example.com'])
  expect(mail?.headers.get('subject')).toBe('Direct messages with Iris')
  expect(mail?.source).toContain('> Are you there?')
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const link = /^<https:\/\/chat\.example\.com(\/.+)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1]
  // As in RFC 8058: one POST without cookies, with one field, form-encoded or multipart.
  const body = new FormData()
  body.set('List-Unsubscribe', 'One-Click')
  const reply = await fetch(`${tagma.url}${link}`, { method: 'POST', body, redirect: 'error' })
  expect(reply.status).toBe(200)
  const { user_settings } = await otto.client.call(registerQueue, {
    fetch_event_types: ['user_settings'],
    client_capabilities: { user_settings_object: true },
  })
  expect(user_settings?.enable_offline_email_notifications).toBe(false)
})
