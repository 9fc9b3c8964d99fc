import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import DefaultLayout from './default-layout.tsx'
import { errorTitle } from '#site/head.ts'
import { useBoot } from '#site/page.ts'
import { ButtonLink, buttonLook } from '#site/ui/button.tsx'
import type { ErrorContent } from '#site/errors/describe-error.ts'

/** Shown in place of the page, inside its layout. */
export function ErrorScreen() {
  const error = useRouteError()
  const { status, text, description, stack, link, retry } = detailsOf(error)
  const { development } = useBoot()
  const hasAction = Boolean(link ?? retry)
  return (
    <section className="mx-auto flex min-h-[50vh] max-w-xl flex-col justify-center px-5 py-16">
      {status > 0 && <p className="font-mono text-sm text-gray-500">{status}</p>}
      <h1 className="mt-2 font-serif text-2xl font-semibold text-balance">{errorTitle(error)}</h1>
      <p className="mt-4 text-md break-words text-gray-600">{text}</p>
      {description && <p className="mt-2 text-gray-600">{description}</p>}
      {development && stack && (
        <pre className="mt-6 overflow-x-auto rounded-md bg-gray-100 p-4 text-left font-mono text-sm" tabIndex={0}>
          {stack}
        </pre>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        {retry && <TryAgain />}
        {link && <ButtonLink to={link.to}>{link.label}</ButtonLink>}
        <ButtonLink to="/" tone={hasAction ? 'quiet' : 'primary'}>
          Go to the home page
        </ButtonLink>
        {status > 0 && status < 500 && (
          <ButtonLink to="/search" tone="quiet">
            Search
          </ButtonLink>
        )}
        <ButtonLink to="/latest" tone="quiet">
          Read the latest stories
        </ButtonLink>
      </div>
    </section>
  )
}

/** Loads the data again; without scripts, the page. */
function TryAgain() {
  const { revalidate, state } = useRevalidator()
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty href reloads the current URL, which is not known here
    <a
      href=""
      aria-busy={state === 'loading'}
      className={buttonLook()}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return
        event.preventDefault()
        if (state === 'idle') void revalidate()
      }}
    >
      {state === 'loading' ? 'Trying again…' : 'Try again'}
    </a>
  )
}

/** For errors before a layout is chosen. A denied page must look like one that does not exist. */
export function ErrorInDefaultLayout() {
  return (
    <DefaultLayout>
      <ErrorScreen />
    </DefaultLayout>
  )
}

type Details = Omit<ErrorContent, 'title'> & { status: number; description?: string; stack?: string }

/** The server and the navigation describe their errors; others are thrown by the page itself. */
function detailsOf(error: unknown): Details {
  if (isRouteErrorResponse(error)) return { text: error.statusText, ...error.data, status: error.status }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { status: 500, text: 'Something went wrong on this page. Try reloading it.', stack }
}
