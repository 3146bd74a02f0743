// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

struct PackedUserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    bytes32 gasFees;
    bytes paymasterAndData;
    bytes signature;
}

/// The smart account of a person who signs in by email or a social account: an ERC-4337 account with one owner, which
/// verifies the owner's signatures by EIP-1271.
contract LoginAccount {
    address private constant ENTRY_POINT = 0x0000000071727De22E5E9d8BAf0edAc6f37da032;
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    receive() external payable {}

    function validateUserOp(PackedUserOperation calldata op, bytes32 hash, uint256 missing) external returns (uint256) {
        require(msg.sender == ENTRY_POINT, "not the entry point");
        if (missing > 0) payable(ENTRY_POINT).transfer(missing);
        return isOwners(hash, op.signature) ? 0 : 1;
    }

    function execute(address to, uint256 value, bytes calldata data) external {
        require(msg.sender == ENTRY_POINT, "not the entry point");
        (bool success, bytes memory result) = to.call{value: value}(data);
        if (!success) {
            assembly {
                revert(add(result, 32), mload(result))
            }
        }
    }

    /// The owner's signature covers this account and this chain only.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        bytes32 own = keccak256(abi.encode(hash, address(this), block.chainid));
        return isOwners(own, signature) ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }

    function isOwners(bytes32 hash, bytes calldata signature) private view returns (bool) {
        if (signature.length != 65) return false;
        bytes32 signed = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", hash));
        address signer = ecrecover(
            signed, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64])
        );
        return signer != address(0) && signer == owner;
    }
}

/// Deploys smart accounts at predictable addresses.
contract LoginAccountFactory {
    function createAccount(address owner) external returns (address account) {
        bytes32 code = keccak256(abi.encodePacked(type(LoginAccount).creationCode, abi.encode(owner)));
        account = address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(0), code)))));
        if (account.code.length == 0) new LoginAccount{salt: 0}(owner);
    }
}
