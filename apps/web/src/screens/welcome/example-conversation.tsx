import { t } from '#words/words.ts'

const topics = ['1', '2'] as const
const lines = ['1', '2'] as const

/** Four example messages in two topics, which are on nobody's server. */
export function ExampleConversation() {
  return (
    <details class="example">
      <summary>{t('welcome.example')}</summary>
      <p class="example-mark">{t('welcome.example-mark')}</p>
      {topics.map((topic) => (
        <section key={topic} class="example-topic">
          <h3>{t(`welcome.example-topic-${topic}`)}</h3>
          {lines.map((line) => (
            <p key={line}>
              <b>{t(`welcome.example-name-${line}`)}</b> {t(`welcome.example-line-${topic}-${line}`)}
            </p>
          ))}
        </section>
      ))}
      <p class="step-text">{t('welcome.example-text')}</p>
    </details>
  )
}
