import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ErrorScreen } from './error-screen.tsx'

test('Try again loads the data again, but a modified click opens the page in a new tab or window', async () => {
  let loads = 0
  const loader = () => {
    loads += 1
    throw Response.json({ title: 'Temporarily unavailable', text: 'Wait.', retry: true }, { status: 503 })
  }
  const router = createMemoryRouter([{ path: '/', loader, ErrorBoundary: ErrorScreen }])
  render(<RouterProvider router={router} />)
  const link = await screen.findByText('Try again')
  // Returns whether the browser would follow the link.
  const click = (modifiers: MouseEventInit = {}) => fireEvent.click(link, modifiers)
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey']) expect(click({ [key]: true }), key).toBe(true)
  expect(loads).toBe(1)
  expect(click()).toBe(false)
  await waitFor(() => expect(loads).toBe(2))
})
