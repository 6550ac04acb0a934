import type { ComponentChildren } from 'preact'

interface LaterRowProps {
  readonly title: string
  readonly address: string | undefined
  readonly text: string
  readonly time: ComponentChildren
  readonly problem?: string | undefined
  readonly children: ComponentChildren
}

/** A row of *Later*: where it belongs, its text, and what can be done with it. */
export function LaterRow({ title, address, text, time, problem, children }: LaterRowProps) {
  return (
    <li class="later-row">
      <p class="later-head">
        {address === undefined ? (
          <strong dir="auto">{title}</strong>
        ) : (
          <a href={address} dir="auto">
            {title}
          </a>
        )}
        <span class="later-time">{time}</span>
      </p>
      <p class="later-text" dir="auto">
        {text}
      </p>
      {problem !== undefined && (
        <p class="later-problem" role="alert">
          {problem}
        </p>
      )}
      <p class="later-acts">{children}</p>
    </li>
  )
}
