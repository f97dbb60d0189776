// Pages opened as files may start no worker: the search, which is one, then runs in a hidden frame.
if (location.protocol === 'file:')
  globalThis.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement('iframe');
      frame.hidden = true;
      frame.srcdoc = `<script>
        postMessage = (data) => parent.dispatchEvent(new CustomEvent('${url}', { detail: data }));
        importScripts = (...urls) => urls.reduce((before, src) => before.then(() => new Promise((done) =>
          document.head.appendChild(Object.assign(document.createElement('script'), { src, onload: done })))), Promise.resolve());
        </${'script'}><script src="${url}"></${'script'}>`;
      addEventListener(url, ({ detail }) => this.dispatchEvent(new MessageEvent('message', { data: detail })));
      this.loaded = new Promise((done) => frame.addEventListener('load', done));
      this.frame = frame;
      document.body.appendChild(frame);
    }
    postMessage(data) {
      this.loaded.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent('message', { data })));
    }
    terminate() {
      this.frame.remove();
    }
  };
