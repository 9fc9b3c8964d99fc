import { isRouteErrorResponse, useRouteError } from 'react-router'
import DefaultLayout from './default-layout.tsx'
import { errorTitle } from '#site/head.ts'
import { useBoot } from '#site/page.ts'
import { ButtonLink, buttonLook } from '#site/ui/button.tsx'

/** Shown in place of the page, inside its layout. */
export function ErrorScreen() {
  const { status, message, description, stack } = describe(useRouteError())
  const { development } = useBoot()
  return (
    <section className="mx-auto flex min-h-[50vh] max-w-xl flex-col justify-center px-5 py-16">
      <p className="font-mono text-sm text-gray-500">{status}</p>
      <h1 className="mt-2 font-serif text-2xl font-semibold text-balance">{message.title}</h1>
      <p className="mt-4 text-md break-words text-gray-600">{message.text}</p>
      {description && <p className="mt-2 text-gray-600">{description}</p>}
      {development && stack && (
        <pre className="mt-6 overflow-x-auto rounded-md bg-gray-100 p-4 text-left font-mono text-sm" tabIndex={0}>
          {stack}
        </pre>
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        {status === 503 && (
          // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty href reloads the current URL, which is not known here
          <a href="" className={buttonLook()}>
            Try again
          </a>
        )}
        <ButtonLink to="/" tone={status === 503 ? 'quiet' : 'primary'}>
          Go to the home page
        </ButtonLink>
        <ButtonLink to="/latest" tone="quiet">
          Read the latest stories
        </ButtonLink>
      </div>
    </section>
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

type Described = { status: number; message: { title: string; text: string }; description?: string; stack?: string }

function describe(error: unknown): Described {
  const title = errorTitle(error)
  if (isRouteErrorResponse(error)) {
    const { description, stack } = detailsOf(error.data)
    const text = textOf(error)
    const shown = error.status === 404 || error.status >= 500 ? title : error.statusText
    return {
      status: error.status,
      message: { title: shown, text },
      ...(description && { description }),
      ...(stack && { stack }),
    }
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return {
    status: 500,
    message: { title, text: 'Something went wrong on this page. Try reloading it.' },
    stack,
  }
}

function textOf({ status, statusText, data }: { status: number; statusText: string; data: unknown }) {
  if (status === 404 || status === 503) return statusText
  const gone = typeof data === 'object' && data !== null && 'code' in data && data.code === 'gone'
  if (gone) return 'This story was removed by the site’s editors.'
  return 'Something went wrong on our side. We’ve logged the error.'
}

function detailsOf(data: unknown): { description?: string; stack?: string } {
  if (typeof data !== 'object' || data === null) return {}
  const text = (key: string) => (key in data ? String(Reflect.get(data, key)) : '')
  return {
    ...(text('description') && { description: text('description') }),
    ...(text('stack') && { stack: text('stack') }),
  }
}
