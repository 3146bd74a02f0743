// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {Collection} from "./Collection.sol";

/// Pictures of the sea: a sky, a moon or sun with its reflection, and waves that darken towards the viewer.
contract Tidelines is Collection {
    using Strings for uint256;

    constructor() ERC721("Tidelines", "TIDE721") {}

    function _about() internal pure override returns (string memory) {
        return "A seascape for each token, drawn by the contract.";
    }

    function _draw(uint256 id) internal view override returns (bytes memory) {
        uint256 hue = _roll(id, 0, 360);
        bool night = _roll(id, 1, 3) == 0;
        return abi.encodePacked(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320">',
            _sky(hue, night),
            _light(id, hue, night),
            _swells(id, hue, night),
            "</svg>"
        );
    }

    function _traits(uint256 id) internal view override returns (bytes memory) {
        bool night = _roll(id, 1, 3) == 0;
        return abi.encodePacked(
            "[", _trait("Light", night ? "Moon" : "Sun"), ",", _trait("Tide", _colour(_roll(id, 0, 360))),
            ",", _trait("Disc", _roll(id, 4, 34) < 17 ? "Small" : "Large"), "]"
        );
    }

    function _sky(uint256 hue, bool night) private pure returns (bytes memory) {
        return abi.encodePacked(
            '<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="',
            night ? _hsl(hue + 20, 46, 11) : _hsl(hue + 20, 58, 44),
            '"/><stop offset=".7" stop-color="',
            night ? _hsl(hue + 330, 52, 34) : _hsl(hue + 320, 84, 78),
            '"/></linearGradient></defs><rect width="320" height="320" fill="url(#s)"/>'
        );
    }

    function _light(uint256 id, uint256 hue, bool night) private view returns (bytes memory) {
        string memory x = (70 + _roll(id, 2, 180)).toString();
        string memory y = (56 + _roll(id, 3, 90)).toString();
        uint256 radius = 22 + _roll(id, 4, 34);
        string memory colour = night ? _hsl(48, 60, 90) : _hsl(hue + 300, 96, 90);
        bytes memory stars;
        if (night) {
            for (uint256 i = 0; i < 26; i++) {
                stars = abi.encodePacked(
                    stars, '<circle cx="', _roll(id, 100 + i, 320).toString(),
                    '" cy="', _roll(id, 200 + i, 170).toString(),
                    '" r="', _roll(id, 300 + i, 3) == 0 ? "1.4" : ".8",
                    '" fill="#fff" opacity=".', (3 + _roll(id, 400 + i, 6)).toString(), '"/>'
                );
            }
        }
        return abi.encodePacked(
            stars,
            '<circle cx="', x, '" cy="', y, '" r="', (radius * 2).toString(), '" fill="', colour, '" opacity=".14"/>',
            '<circle cx="', x, '" cy="', y, '" r="', radius.toString(), '" fill="', colour, '"/>'
        );
    }

    function _swells(uint256 id, uint256 hue, bool night) private view returns (bytes memory out) {
        for (uint256 i = 0; i < 6; i++) {
            uint256 y = 170 + i * 26;
            uint256 height = 8 + _roll(id, 10 + i, 12) + i * 2;
            uint256 shift = 40 + _roll(id, 20 + i, 60);
            uint256 lightness = (night ? 34 : 62) - i * (night ? 5 : 8);
            out = abi.encodePacked(
                out, '<path d="M-', shift.toString(), " ", y.toString(),
                "q40 -", height.toString(), " 80 0t80 0t80 0t80 0t80 0t80 0V320H-", shift.toString(),
                'Z" fill="', _hsl(hue + 350 + i * 6, night ? 46 : 54, lightness), '" opacity=".94"/>'
            );
        }
    }
}
