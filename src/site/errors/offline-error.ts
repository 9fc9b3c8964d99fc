/** The error of a navigation without a network. There was no response, so there is no status. */
export const offlinePage = {
  status: 0,
  statusText: '',
  internal: false,
  data: { title: 'You’re offline', text: 'Connect to the internet, then try again.', retry: true },
}
