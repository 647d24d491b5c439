const form = document.querySelector('form');
if (form) {
  const { next } = form.elements;
  // What stands behind `#` is never sent to the server, and survives its redirect to this page.
  if (!next.value.includes('#')) next.value += location.hash;

  // Somebody who followed a link on another site has a session that the browser did not send.
  fetch('/api/session')
    .then((answer) => answer.json())
    .then(({ required, active }) => {
      if (active || !required) location.replace(next.value);
    })
    // Nothing is lost: the form is there.
    .catch(() => {});

  const insecure = document.getElementById('insecure');
  if (insecure && !isSecureContext) insecure.hidden = false;

  const button = form.querySelector('button');
  const label = button.textContent;
  const end = performance.now() + Number(form.dataset.wait) * 1000;
  const count = () => {
    const seconds = Math.ceil((end - performance.now()) / 1000);
    button.disabled = seconds > 0;
    button.textContent = seconds > 0 ? `${label} (${seconds})` : label;
    if (seconds > 0) setTimeout(count, 250);
  };
  count();
}
