import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { TextField } from './field.tsx'
import { Form, type FormProblem } from './form.tsx'

function aForm(onSubmit: (values: Record<string, string>) => Promise<FormProblem | undefined>) {
  render(
    <Form submit="Save" onSubmit={onSubmit}>
      <TextField name="handle" label="Handle" required hint="Small letters." />
    </Form>,
  )
  return {
    field: screen.getByRole('textbox', { name: 'Handle' }),
    button: screen.getByRole('button', { name: 'Save' }),
  }
}

test('a refused field shows its error, also to screen readers, and keeps the input', async () => {
  const { field, button } = aForm(async () => ({ fields: { handle: 'Taken. Choose another.' } }))
  await userEvent.type(field, 'ada')
  await userEvent.click(button)
  await screen.findByText('Taken. Choose another.')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const described = (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(described).toEqual(expect.arrayContaining(['Small letters.', 'Taken. Choose another.']))
  expect(field).toHaveProperty('value', 'ada')
})

test('clicking twice submits once', async () => {
  let finish = () => {}
  const submit = vi.fn<() => Promise<undefined>>(() => new Promise((done) => (finish = () => done(undefined))))
  const { field, button } = aForm(submit)
  await userEvent.type(field, 'ada')
  await userEvent.click(button)
  await userEvent.click(button)
  await userEvent.keyboard('{Enter}')
  expect(submit).toHaveBeenCalledTimes(1)
  expect(button.getAttribute('aria-busy')).toBe('true')
  finish()
})

test('an error of the whole form is shown above it as an alert', async () => {
  const { field, button } = aForm(async () => ({ message: 'We could not reach the server.' }))
  await userEvent.type(field, 'ada')
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toContain('We could not reach the server.')
  expect(button.getAttribute('aria-busy')).toBeNull()
})

test('an empty required field is not sent', async () => {
  const submit = vi.fn<() => Promise<undefined>>(async () => undefined)
  const { button } = aForm(submit)
  await userEvent.click(button)
  expect(submit).not.toHaveBeenCalled()
})

test('the first refused field gets the focus, and can be submitted again unchanged', async () => {
  const submit = vi.fn<() => Promise<FormProblem>>(async () => ({ fields: { handle: 'Taken. Choose another.' } }))
  const { field, button } = aForm(submit)
  await userEvent.type(field, 'ada')
  await userEvent.click(button)
  await screen.findByText('Taken. Choose another.')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.click(button)
  await waitFor(() => expect(submit).toHaveBeenCalledTimes(2))
})
